-- Keys that outlive the master key they were derived from, sealed under the one of today: of hashes that are looked up by
-- (nobody has the plain text to hash it anew), and of the rows of the audit log written before a rotation.
create table kept_key (
  id bigint generated always as identity primary key,
  purpose text not null,
  -- Names the key and tells nothing of it.
  fingerprint text not null,
  sealed bytea not null,
  kept_at timestamptz not null,
  unique (purpose, fingerprint)
);

-- How far `likuta keys rotate` has come with what is sealed, for each master key it sealed for.
create table key_rotation (
  master_key text not null,
  target text not null,
  through text not null,
  primary key (master_key, target)
);
