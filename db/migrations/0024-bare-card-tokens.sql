-- Card tokens that were charged without an authentication (an authentication stores its own): each is charged once, whatever
-- the outcome and whichever payment presents it again.
create table bare_card_token (
  token_id text primary key,
  operation uuid not null references operation,
  used_at timestamptz not null
);
create index bare_card_token_operation on bare_card_token (operation);
