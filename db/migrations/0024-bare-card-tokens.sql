-- Card tokens that were charged without an authentication, which keeps those that have one: each is charged once, whatever
-- became of it and whichever payment shows it again.
create table bare_card_token (
  token_id text primary key,
  operation uuid not null references operation,
  used_at timestamptz not null
);
create index bare_card_token_operation on bare_card_token (operation);
