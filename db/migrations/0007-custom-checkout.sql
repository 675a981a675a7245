-- Up Migration

-- A custom checkout learns its amount and its payer at enrolment or at the charge; its rates are those of its first call.
alter table card_transaction
  add column bank_rate_bp integer,
  -- The page that holds the card fields: the only one told of the end of a challenge.
  add column target_origin text,
  add column locale text,
  -- What the charge was asked with. A repeat with the same words gets the recorded answer.
  add column charge_fingerprint bytea,
  -- While a charge is being prepared; from the claim on, running_operation holds the transaction.
  add column charge_until timestamptz,
  add constraint custom_checkout_is_whole check (
    origin <> 'microform' or (target_origin is not null and bank_rate_bp is not null)),
  add constraint amount_has_parts check (
    (amount_minor is null) = (currency is null) and (amount_minor is null) = (merchant_minor is null));

-- Set up before the amount is known; bound to it by the enrolment.
alter table card_authentication
  alter column amount_minor drop not null,
  alter column currency drop not null,
  add constraint enrolled_has_amount check (
    state in ('set_up', 'abandoned') or (amount_minor is not null and currency is not null));
create index card_authentication_token on card_authentication (token_id);
