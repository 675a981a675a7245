-- Keys derived from an earlier master key that are still needed, sealed under the current one: for hashes used in look-ups
-- (which cannot be recomputed without the plain text), and for audit rows written before a rotation.
create table kept_key (
  id bigint generated always as identity primary key,
  purpose text not null,
  -- Identifies the key without revealing it.
  fingerprint text not null,
  sealed bytea not null,
  kept_at timestamptz not null,
  unique (purpose, fingerprint)
);

-- Progress of `likuta keys rotate` per column, for each master key it sealed for.
create table key_rotation (
  master_key text not null,
  target text not null,
  through text not null,
  primary key (master_key, target)
);
