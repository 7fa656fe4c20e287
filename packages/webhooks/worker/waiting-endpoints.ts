/**
 * The endpoints that have anything pending, for a `with recursive`: found by jumping from one to the next in an index,
 * so that a long queue of one endpoint costs the others nothing. The last row is null.
 */
export const WAITING = `waiting (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from webhooks.deliveries d
      where d.status = 'pending' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1
    )
    from waiting w where w.endpoint_id is not null
  )`
