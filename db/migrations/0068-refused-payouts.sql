-- A payout that we refuse before it is sent, because its number was blacklisted, fails without having been sent.
set local lock_timeout = '2s';

alter table merchant_payout drop constraint merchant_payout_check2;
alter table merchant_payout add constraint merchant_payout_sent
  check (state not in ('SENT', 'PAID', 'RETURNED') or sent_at is not null) not valid;
