-- Up Migration

-- A custom checkout receives its amount and payer at enrolment or charge; its rates are those of its first call.
alter table card_transaction
  add column bank_rate_bp integer,
  -- The origin of the page with the card fields: only it is notified that a challenge has ended.
  add column target_origin text,
  add column locale text,
  -- A hash of the charge request. A repeat of the same request gets the recorded outcome.
  add column charge_fingerprint bytea,
  -- Set while a charge is being prepared; from the claim on, running_operation holds the transaction.
  add column charge_until timestamptz,
  add constraint custom_checkout_is_whole check (
    origin <> 'microform' or (target_origin is not null and bank_rate_bp is not null)),
  add constraint amount_has_parts check (
    (amount_minor is null) = (currency is null) and (amount_minor is null) = (merchant_minor is null));

-- Created before the amount is known; the enrolment binds it to the amount.
alter table card_authentication
  alter column amount_minor drop not null,
  alter column currency drop not null,
  add constraint enrolled_has_amount check (
    state in ('set_up', 'abandoned') or (amount_minor is not null and currency is not null));
create index card_authentication_token on card_authentication (token_id);
