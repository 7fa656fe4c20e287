/**
 * The endpoints that have anything pending, for a `with recursive`: found by jumping from one to the next in an index,
 * so that a long queue of one endpoint costs the others nothing. The last row is null.
 */
export const WAITING = `waiting (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhooks.deliveries
      where status = 'pending' and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1
    )
    from waiting where waiting.endpoint_id is not null
  )`

/** Current events and replayed ones: the two queues of an endpoint, each in the order of the index. */
export const QUEUES = '(values (false), (true)) as queue (is_replay)'
