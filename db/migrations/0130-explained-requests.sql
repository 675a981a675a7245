-- Why the signature of a refused request does not fit, as the signature check found when the request arrived: its cause, and facts
-- of what was received. Neither bodies nor signatures nor secrets. Null in other rows, and in those of the previous release.
set local lock_timeout = '2s';

alter table merchant_request add column explanation jsonb;
