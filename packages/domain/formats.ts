/** The string formats that the field schemas name, for registering with a JSON Schema validator. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {}
