-- Which entries of lists each decision about a held transfer was about, so that the next one is decided by precedent.
set local lock_timeout = '2s';

create table transfer_review_match (
  list text not null,
  entry_id text not null,
  matched_name text not null,
  transfer_id bigint not null references transfer_review,
  primary key (list, entry_id, transfer_id)
);
insert into transfer_review_match (list, entry_id, matched_name, transfer_id)
select distinct on (m ->> 'list', m ->> 'entryId', v.transfer_id) m ->> 'list', m ->> 'entryId', m ->> 'matchedName', v.transfer_id
  from transfer_review v
  join screened_party p on p.subject = 'transfer:' || v.transfer_id and p.decision = 'hold'
 cross join jsonb_array_elements(p.matches) m;

-- The key of the call that decided a refund request: only a repeat with the same key is answered with what became of it.
alter table refund_request add decision_key text;
