/**
 * The endpoints that have anything pending, for a `with recursive`: found by jumping from one to the next in an index,
 * so that a long queue of one endpoint costs the others nothing. The last row is null.
 */
export const WAITING = jumpFrom('waiting', "status = 'pending'")

/** What has just happened, and what is replayed: the two queues of an endpoint, each in the order of the index. */
export const QUEUES = '(values (false), (true)) as queue (is_replay)'

/** Those that have something pending that its owner asked for; hardly ever any. */
export const ASKED = jumpFrom('asked', "status = 'pending' and expedited")

function jumpFrom(name: string, condition: string): string {
  return `${name} (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where ${condition} order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhooks.deliveries
      where ${condition} and endpoint_id > ${name}.endpoint_id order by endpoint_id limit 1
    )
    from ${name} where ${name}.endpoint_id is not null
  )`
}

/** An endpoint `e` with its health `h`: when it may be sent to, without a probe or a place in the queue. */
export const OPENS_AT = `greatest(h.open_until, ${paceOf('h.next_send_at')})`

// A rate lets a second's worth go at once: the next may begin a second, less one interval, ahead of its even place.
function paceOf(nextSendAt: string): string {
  return `${nextSendAt} - interval '1 second' + interval '1 second' / e.max_per_second`
}
