-- Up Migration

-- A card token belongs to the payment that presented it first, with or without an authentication, so it is charged once even
-- if it is presented again at the same moment.
create table card_token (
  token_id text primary key,
  transaction_id bigint not null references card_transaction,
  shown_at timestamptz not null
);
-- Tokens are valid for 15 minutes; older ones are refused for their age.
insert into card_token (token_id, transaction_id, shown_at)
select distinct on (token_id) token_id, transaction_id, shown_at
  from (select token_id, transaction_id, created_at as shown_at, state = 'used' as is_used
          from card_authentication where expires_at > now() - interval '1 day'
        union all
        select b.token_id, o.card_transaction_id, b.used_at, true from bare_card_token b join operation o on o.id = b.operation) shown
 order by token_id, is_used desc, shown_at;
set local lock_timeout = '2s';
-- unused since 0.1.0: no release had it.
drop table bare_card_token;
