-- Up Migration

set local lock_timeout = '2s';
alter table card_authentication
  -- When the bank sent the customer back from the challenge. The result can be requested only afterwards.
  add column challenge_returned_at timestamptz,
  add column authenticated_at timestamptz,
  -- Evidence for disputes: ECI, version, status and directory server transaction id, without cryptogram or token. Kept with an
  -- authentication that was charged, and wiped with the token of one that was not.
  add column dispute_evidence jsonb;

-- The gateway's own reason for the outcome of a refund, if it gave one.
alter table card_refund add column gateway_reason text;
