-- Emails that their user has confirmed, and what each API key may be used for.
set local lock_timeout = '2s';

-- Null until a code or a mailed link has proved that the user reads this address.
alter table merchant_user add column email_confirmed_at timestamptz;

-- The keys of the previous release may do everything, and so do those that its processes still make.
alter table api_key add column scopes text[] not null default '{charge,refund,read,payouts,disputes}';
alter table api_key add constraint api_key_scopes_known
  check (scopes <@ '{charge,refund,read,payouts,disputes}') not valid;

-- The first user of a merchant has the address that the merchant was created with, and its messages go there already.
-- few rows: one per merchant.
update merchant_user u set email_confirmed_at = u.created_at
  from merchant m where m.id = u.merchant_id and m.email = u.email;
