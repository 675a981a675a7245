-- Up Migration

-- A card token belongs to the payment that showed it first, with an authentication or without one: so it is charged once,
-- whoever shows it again and however close together.
create table card_token (
  token_id text primary key,
  transaction_id bigint not null references card_transaction,
  shown_at timestamptz not null
);
-- Tokens live for a quarter of an hour: what is older is refused for its age.
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
