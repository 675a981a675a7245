// SQL that gives the shares of transfers in their limits back.

/**
 * CTEs: the transfers of the CTE `rows` that have failed or were reversed no longer count in the limits of their subjects, from
 * their acceptance on. The hours are locked in the order in which acceptances lock them.
 * @param to the column of the new status.
 */
export function giveBackShares(rows: string, to: string): string {
  // guard: limit-share-returned
  const returned = `${to} in ('Failed', 'Reversed')`
  return `returned as (
     select key, floor(extract(epoch from r.created_at) / 3600)::integer as hour, r.created_at as at, r.id, r.limit_minor
       from ${rows} r cross join unnest(r.limit_subjects) as key where r.${returned}
   ), returned_hours as (
     select key, hour, sum(limit_minor) as amount_minor, count(*) as count from returned group by key, hour
   ), locked_hours as materialized (
     select h.key, h.hour from limit_hour h join returned_hours using (key, hour) order by h.key, h.hour for update of h
   ), less_used as (
     update limit_hour h set amount_minor = h.amount_minor - r.amount_minor, count = h.count - r.count
       from returned_hours r join locked_hours using (key, hour) where h.key = r.key and h.hour = r.hour
   ), shares_deleted as (
     delete from limit_share s using returned r where s.key = r.key and s.at = r.at and s.transfer_id = r.id)`
}
