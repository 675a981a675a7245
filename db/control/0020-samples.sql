-- Up Migration

-- Removes what control has of a sample: its cases, unless they are of others, too; messages; and how often its numbers were asked to pay.
create function remove_sample_of_control(sample bigint, numbers bytea[], subjects text[]) returns void language plpgsql
  set search_path from current as $$
declare
  cases bigint[];
  requests bigint[];
  parties bigint[];
begin
  cases := array(select i.case_id from compliance_case_item i where i.merchant_id = sample and i.case_id is not null
                  except
                 select i.case_id from compliance_case_item i where i.merchant_id <> sample);
  requests := array(select id from compliance_paper_request where case_id = any(cases));
  parties := array(select id from screened_party where subject = any(subjects));
  delete from compliance_case_item where merchant_id = sample;
  delete from screening_alert where screened_party_id = any(parties);
  delete from screened_person where latest_party_id = any(parties);
  delete from screened_party where id = any(parties);
  delete from compliance_declaration_step where declaration_id in
    (select id from compliance_declaration where case_id = any(cases));
  delete from compliance_declaration where case_id = any(cases);
  delete from compliance_case_event where case_id = any(cases);
  delete from compliance_file_part where paper_id in (select id from compliance_paper where case_id = any(cases))
                                      or upload_id in (select id from compliance_upload where request_id = any(requests));
  delete from compliance_upload where request_id = any(requests);
  delete from compliance_paper_request where id = any(requests);
  delete from compliance_paper where case_id = any(cases);
  delete from compliance_case where id = any(cases);
  delete from number_prompt where number_hash = any(numbers);
  delete from message where merchant_id = sample;
end $$;
