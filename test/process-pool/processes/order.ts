/** What a process is to do. */
export interface Order {
  readonly does:
    | 'answer'
    | 'answer something else'
    | 'crash'
    | 'crash the first time'
    | 'crash, then hang'
    | 'grow'
    | 'hang'
    | 'lack something'
    | 'never begin'
    | 'spin'
    | 'throw'
    | 'wait'
    | 'write a lot'
  /** the file in which each process that is asked writes its id */
  readonly diary?: string
  /** the file that ends the waiting */
  readonly until?: string
}
