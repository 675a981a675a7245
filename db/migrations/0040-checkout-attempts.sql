-- How many cards a payer may try at one payment: the merchant's setting, and its value when the payment was created. A decline that
-- leaves attempts is recorded in the history with its reason, and keeps the use of a payment link that its charge has reserved.
set local lock_timeout = '2s';
-- Null: one attempt for orders of the API, three for payment links and for orders made in the portal.
alter table merchant add column checkout_attempts smallint;
alter table merchant add constraint merchant_checkout_attempts check (checkout_attempts between 1 and 5) not valid;
alter table card_transaction
  add column checkout_attempts smallint not null default 1,
  add column declined_attempts smallint not null default 0,
  add column holds_link_use boolean not null default false;
alter table card_transaction add constraint declines_within_attempts
  check (checkout_attempts between 1 and 5 and declined_attempts between 0 and checkout_attempts) not valid;
alter table card_transaction_move add column reason_code text not null default '';
-- Reserved uses whose payer was declined and may try another card. They are part of uses_reserved, but no charge is in flight.
alter table payment_link add column uses_held integer not null default 0;
alter table payment_link add constraint held_uses_are_reserved check (uses_held between 0 and uses_reserved) not valid;
