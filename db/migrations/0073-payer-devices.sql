-- From where the payer enrolled, as evidence for a dispute. Many payments share a browser, so each is stored once.
create table payer_browser (
  id bigint generated always as identity primary key,
  user_agent text not null,
  language text not null,
  -- Such as 360x800; empty where the page did not tell.
  screen text not null,
  unique (user_agent, language, screen)
);

set local lock_timeout = '2s';
-- Not a foreign key: its check would lock the row of the browser, which all payments from it share.
alter table card_authentication add column payer_address inet, add column payer_browser bigint;
