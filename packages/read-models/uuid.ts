const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the database would take a text as an id; anything else is the id of nothing. */
export const isUuid = (text: string): boolean => UUID.test(text)
