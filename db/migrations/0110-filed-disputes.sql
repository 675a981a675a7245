-- When the evidence of a dispute was filed at the gateway: until then it is in the queue of disputes to file, by its deadline.
set local lock_timeout = '2s';

alter table card_dispute add column submitted_at timestamptz;
-- few rows: card schemes close the account of a merchant with many disputes
update card_dispute d set submitted_at = (select min(at) from card_dispute_move m where m.dispute_id = d.id and m.event = 'submitted')
 where d.evidence_sent_at is not null;
