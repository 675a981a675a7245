-- Up Migration

set local lock_timeout = '2s';

-- The people who sign in for a merchant. An email belongs to one user of one merchant, because sign-in asks for no merchant.
create table merchant_user (
  id bigint generated always as identity primary key,
  user_id uuid not null default gen_random_uuid() unique,
  merchant_id bigint not null references merchant,
  email text not null check (email = lower(email)),
  name text not null check (name <> ''),
  password_hash text not null,
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier', 'viewer')),
  created_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index merchant_user_email on merchant_user (email);
create index merchant_user_merchant on merchant_user (merchant_id, id);

-- Invitations by one-time link. They end with the user who made them, so that nobody comes back through one of their own.
create table invitation (
  id bigint generated always as identity primary key,
  invitation_id uuid not null default gen_random_uuid() unique,
  merchant_id bigint not null references merchant,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'developer', 'accountant', 'cashier', 'viewer')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by bigint not null references merchant_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (merchant_id, email)
);
create index invitation_inviter on invitation (invited_by);
create index invitation_expires on invitation (expires_at);

-- One-time password reset links, one per user instead of one per merchant. Replaces password_reset.
create table password_link (
  user_id bigint primary key references merchant_user on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Browsers and programs from which a user has signed in. Replaces known_device, which knows merchants only.
create table user_device (
  user_id bigint not null references merchant_user on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index user_device_last_seen on user_device (last_seen_at);

-- Whose session it is, and the device that signed in.
alter table access_token add column user_id bigint references merchant_user on delete cascade;
alter table access_token add column device text;
alter table access_token add column address text;
-- Set for owners only. The previous release knows no roles: it finds no token without a merchant, and so gives other roles nothing.
alter table access_token alter column merchant_id drop not null;

-- The user who made a link in the portal; null for links made by the API.
alter table payment_link add column created_by bigint;

-- The triggers below serve processes of the previous release, for which a merchant has one email and one password: those of its
-- first user, who has the merchant's email.

create function merchant_add_first_user() returns trigger language plpgsql as $$
begin
  insert into merchant_user (merchant_id, email, name, password_hash, role, created_at)
  values (new.id, new.email, new.name, new.password_hash, 'owner', new.created_at);
  return null;
end $$;
create trigger merchant_first_user after insert on merchant
  for each row execute function merchant_add_first_user();

-- A hash that no password has: a first user who is removed, or is no owner any more, must not sign in at the previous release, which
-- would make an owner of them.
create function no_password() returns text immutable language sql as $$
  select '$argon2id$v=19$m=47104,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
$$;

create function merchant_pass_password_on() returns trigger language plpgsql as $$
begin
  update merchant_user u set password_hash = new.password_hash
   where u.merchant_id = new.id and u.email = new.email and u.password_hash <> new.password_hash;
  return null;
end $$;
create trigger merchant_password after update of password_hash on merchant
  for each row when (new.password_hash <> old.password_hash and new.password_hash <> no_password())
  execute function merchant_pass_password_on();

create function merchant_user_pass_password_back() returns trigger language plpgsql as $$
declare
  known text := no_password();
  person merchant_user;
begin
  if tg_op = 'DELETE' then
    person := old;
  else
    person := new;
    if person.role = 'owner' then known := person.password_hash; end if;
  end if;
  update merchant m set password_hash = known
   where m.id = person.merchant_id and m.email = person.email and m.password_hash <> known;
  return null;
end $$;
create trigger merchant_user_password after insert or delete or update of password_hash, role on merchant_user
  for each row execute function merchant_user_pass_password_back();

create function access_token_name_user() returns trigger language plpgsql as $$
begin
  new.user_id := (select u.id from merchant_user u join merchant m on m.id = u.merchant_id and m.email = u.email
                   where m.id = new.merchant_id);
  return new;
end $$;
create trigger access_token_user before insert on access_token
  for each row when (new.user_id is null) execute function access_token_name_user();

create function password_reset_copy_link() returns trigger language plpgsql as $$
begin
  insert into password_link (user_id, token_hash, created_at, expires_at)
  select u.id, new.token_hash, new.created_at, new.expires_at
    from merchant_user u join merchant m on m.id = u.merchant_id and m.email = u.email where m.id = new.merchant_id
  on conflict (user_id) do update
    set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at;
  return null;
end $$;
create trigger password_reset_link after insert or update on password_reset
  for each row execute function password_reset_copy_link();

create function known_device_copy() returns trigger language plpgsql as $$
begin
  insert into user_device (user_id, device_hash, first_seen_at, last_seen_at)
  select u.id, new.device_hash, new.first_seen_at, new.last_seen_at
    from merchant_user u join merchant m on m.id = u.merchant_id and m.email = u.email where m.id = new.merchant_id
  on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at;
  return null;
end $$;
create trigger known_device_user after insert or update on known_device
  for each row execute function known_device_copy();

insert into merchant_user (merchant_id, email, name, password_hash, role, created_at)
select id, email, name, password_hash, 'owner', created_at from merchant order by id;
-- few rows: a session lives for an hour.
update access_token t set user_id = u.id from merchant_user u where u.merchant_id = t.merchant_id;
insert into password_link (user_id, token_hash, created_at, expires_at)
select u.id, r.token_hash, r.created_at, r.expires_at
  from password_reset r join merchant_user u on u.merchant_id = r.merchant_id;
insert into user_device (user_id, device_hash, first_seen_at, last_seen_at)
select u.id, d.device_hash, d.first_seen_at, d.last_seen_at
  from known_device d join merchant_user u on u.merchant_id = d.merchant_id;
