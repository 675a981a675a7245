-- Statements are identified by their number and year, since many banks begin their numbers again each January; entries also come in
-- reports before the statement that contains them; and columns of a bank's own CSV are mapped per account.
set local lock_timeout = '2s';

alter table bank_file drop constraint bank_file_format_check;
alter table bank_file add constraint bank_file_format_check
  check (format in ('camt.053', 'camt.052', 'camt.054', 'MT940', 'MT942', 'CSV', 'ZIP')) not valid;
alter table bank_file validate constraint bank_file_format_check;

-- As the bank numbers the statement; null where that is statement_id.
alter table bank_line add column statement_name text;
-- OPEN: of a report, and no statement has shown it yet; CONFIRMED: a statement has. Null for the lines of statements.
alter table bank_line add column report_state text check (report_state in ('OPEN', 'CONFIRMED'));
create index bank_line_of_report on bank_line (account, currency) where report_state is not null;

update bank_line l
   set statement_name = l.statement_id, statement_id = l.statement_id || ' (' || s.year || ')'
  from (select b.account, b.currency, b.statement_id, to_char(max(b.booked_on), 'YYYY') as year
          from bank_line b join bank_file f on f.id = b.file_id and f.format = 'camt.053'
         group by b.account, b.currency, b.statement_id) s
 where (l.account, l.currency, l.statement_id) = (s.account, s.currency, s.statement_id);
update bank_line l
   set statement_name = l.statement_id, statement_id = l.statement_id || ' (' || to_char(l.booked_on, 'YYYY') || ')'
  from bank_file f where f.id = l.file_id and f.format = 'CSV';

-- What banks write where they have no reference is none; a line that was taken for another one because of it is matched again.
create function pg_temp.reference_in(given text) returns text language sql immutable as $$
  select case when upper(regexp_replace(given, '[^A-Za-z0-9]', '', 'g')) ~
    '^(0*|X+|NONREF|NONREFERENCE|NOREF|NOREFERENCE|NOTPROVIDED|NOTGIVEN|NOTAVAILABLE|NOTAPPLICABLE|NOTSPECIFIED|UNSPECIFIED|UNKNOWN|INCONNU|NA|ND|NC|NR|NONE|NIL|NULL|NIHIL|EMPTY|BLANK|UNDEFINED|REF|REFERENCE|SANSREF|SANSREFERENCE|AUCUN|AUCUNE|AUCUNEREFERENCE|NONCOMMUNIQUE|NONFOURNI|NONFOURNIE|NONDISPONIBLE|NONRENSEIGNE|NICHTANGEGEBEN|KEINE|KEINEREFERENZ|OHNE|NEANT|TBA|TBD)$'
  then null else given end
$$;
update bank_line
   set bank_reference = pg_temp.reference_in(bank_reference), end_to_end_id = pg_temp.reference_in(end_to_end_id)
 where (bank_reference, end_to_end_id) is distinct from
       (pg_temp.reference_in(bank_reference), pg_temp.reference_in(end_to_end_id));
update bank_line l set state = 'NEW', duplicate_of = null
  from bank_line o
 where l.state = 'DUPLICATE' and o.id = l.duplicate_of and l.end_to_end_id <> o.end_to_end_id;

-- How the CSV of a bank names what we read, for one of our accounts.
create table bank_csv_mapping (
  account text not null,
  currency text not null check (currency in ('USD', 'CDF')),
  columns jsonb not null,
  date_form text not null,
  decimal_mark text not null check (decimal_mark in (',', '.')),
  set_by text not null,
  set_at timestamptz not null,
  primary key (account, currency)
);
