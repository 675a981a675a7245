-- The sealed card token of an authentication, in a row of its own: it is most of the authentication, and every change of the
-- state would write it to the log again. Deleted when it expires.
--
-- Processes of the previous release keep reading and writing card_authentication.token_sealed while they run:
-- - Tokens that they store there are read there by this release.
-- - Tokens that this release stores here are copied there by the trigger when a process of the previous release changes the
--   state, which it does before it uses a token. This release counts its own changes in `changes`, so that they copy nothing.
-- - Only an authentication that has passed and waits for the charge of a custom checkout is used as it was read; this
--   release therefore copies its token when it stores the pass.
-- The next release removes the copy, the trigger, `changes` and the old column.
create table authentication_token (
  id uuid primary key references card_authentication,
  token_sealed bytea not null,
  expires_at timestamptz not null
);
create index authentication_token_expiring on authentication_token (expires_at);

set local lock_timeout = '2s';
alter table card_authentication add column changes integer not null default 0;

create function card_authentication_copy_token() returns trigger language plpgsql as $$
begin
  select token_sealed into new.token_sealed from authentication_token where id = new.id;
  return new;
end $$;
create trigger card_authentication_previous_release before update on card_authentication
  for each row when (new.changes = old.changes and old.token_sealed is null and new.token_sealed is null)
  execute function card_authentication_copy_token();

-- A claim changes no indexed column, so its new row version fits into the same page and needs no new index entries.
alter table card_transaction set (fillfactor = 80);
