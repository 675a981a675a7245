-- How a merchant appears to payers. It has a table of its own, because the row of a merchant is read by every request and a logo is
-- up to 64 KiB. A logo is served by the hash of its bytes.
create table merchant_brand (
  merchant_id bigint primary key references merchant,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  support text check (support ~ '^(\+|https://wa\.me/)[1-9][0-9]{5,14}$'),
  logo bytea check (length(logo) between 1 and 65536),
  logo_hash bytea check (length(logo_hash) = 32),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_width smallint check (logo_width > 0),
  logo_height smallint check (logo_height > 0),
  updated_at timestamptz not null,
  check (num_nonnulls(logo, logo_hash, logo_type, logo_width, logo_height) in (0, 5))
);
create index merchant_brand_logo on merchant_brand (logo_hash) where logo_hash is not null;
