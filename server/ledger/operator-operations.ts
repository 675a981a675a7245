// Parts of SQL statements that write operations in the queues of operators, together with what depends on them.

/**
 * SQL: inserts operations that a query returns in this order: id, kind, state, payment, the operation that it undoes, fingerprint, amount,
 * currency, when it is due, when it was created, queue, connection, and when it was sent. Their references are their own ids.
 */
export const insertOperatorOperations = (query: string): string => `
  insert into operation (id, kind, state, card_transaction_id, undoes, fingerprint, amount_minor, currency, next_check_at, created_at,
                         queue, sent_by, dispatched_at, upstream_ref)
  select o.*, o.id::text from (${query}) o`

/**
 * A callback makes an inquiry due at once. If it came while this one was under way, which may have been replied to before, the next one
 * stays due. While another worker has the operation, it decides when the next inquiry is.
 */
const nextCheck = `case when o.lease_token is distinct from m.lease_token or o.next_check_at <= m.now then o.next_check_at
                        else m.next_check_at end`
const ofOwn = (column: string) =>
  `${column} = case when o.lease_token is distinct from m.lease_token then o.${column} end`

/**
 * SQL: whether the operation `o`, looked for by its id, awaits its outcome. With a plain comparison PostgreSQL may read all that do, through
 * the index of those that are due.
 */
const isAwaited = `o.state || '' in ('sent', 'unknown')`

/** SQL: the outcome of the calls of the part `rows` is still open; they are inquired about later. Returns their `n`. */
export const postponeOperationsOf = (rows: string): string => `
  update operation o
     set state = 'unknown', next_check_at = ${nextCheck}, ${ofOwn('lease_until')}, ${ofOwn('lease_token')},
         upstream_reason = m.cause, upstream_id = coalesce(m.upstream_id, o.upstream_id),
         acknowledged = o.acknowledged or m.acknowledged
    from ${rows} m where o.id = m.operation and ${isAwaited}
  returning m.n`

/** SQL: inquiries about the calls with the ids of the part `rows` are due at the moment `at`. */
export const hastenOperationsOf = (rows: string, at: string): string => `
  update operation o set next_check_at = ${at} from ${rows} m
   where o.id = m.id and ${isAwaited} and o.next_check_at > ${at}`
