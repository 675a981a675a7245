-- Up Migration

-- The one-time public keys of the capture contexts opened for a payment. A transient token is signed with its context's key;
-- only a token that one of these keys verifies may be charged.
create table card_token_key (
  transaction_id bigint not null references card_transaction,
  key_id text not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  primary key (transaction_id, key_id)
);
create index card_token_key_created on card_token_key (created_at);
