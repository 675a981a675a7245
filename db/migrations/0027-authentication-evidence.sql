-- Up Migration

set local lock_timeout = '2s';
alter table card_authentication
  -- When the bank sent the customer back from the challenge. Until then there is no result to ask for.
  add column challenge_returned_at timestamptz,
  add column authenticated_at timestamptz,
  -- What defends a dispute: ECI, version, status, directory server transaction id. Neither cryptogram nor token. Stays with
  -- an authentication that was charged, and is wiped with the token of one that was not.
  add column dispute_evidence jsonb;

-- The gateway's own word on a refund, where it gave one.
alter table card_refund add column gateway_reason text;
