// The parameters of the claim.

export const NOW = '$1::timestamptz'
export const LEASED_UNTIL = '$2::timestamptz'
/** what has been failing since before has lost its place in the order of its note */
export const HELD_SINCE = '$3::timestamptz'
export const FREE = '$4::int'
export const PER_ENDPOINT = '$5::int'
export const PER_COMPANY = '$6::int'
/** attempts under way, as JSON objects: by endpoint `w`, by company of the endpoint `e` */
export const SENDS = 'coalesce(($7::jsonb -> w.endpoint_id::text)::int, 0)'
export const COMPANY_SENDS = 'coalesce(($8::jsonb -> e.company_id)::int, 0)'
export const INTERRUPTED = '$9::text'
