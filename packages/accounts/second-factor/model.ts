/** With what a person has passed the second step of a login. */
export type SecondFactorUsed = 'app' | 'passkey' | 'recovery_code'

/** What was proven before the second step: nothing, when a passkey is to be all of it. */
export type ProvenBy = 'nothing' | 'password' | 'link'
