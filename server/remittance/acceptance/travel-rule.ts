// Builds the travel-rule data of an inbound request, which goes to the operator with the payout.
import type { TravelRule } from '../../operator-calls/travel-rule.ts'
import type { InboundRequest } from './request.ts'

/**
 * The originator and beneficiary information that the travel rule requires with each payout (FATF Recommendation 16).
 */
export function travelRuleOf({ fields }: InboundRequest): TravelRule {
  return {
    sender: {
      firstName: fields.sender_first_name,
      middleName: fields.sender_middle_name,
      lastName: fields.sender_last_name,
      birthDate: fields.sender_birthdate,
      birthPlace: fields.sender_birthplace,
      country: fields.sender_country,
      city: fields.sender_city,
      address: fields.current_address,
      msisdn: fields.sender_msisdn.replace(/\D/g, ''),
      profession: fields.profession,
      document: {
        type: fields.sender_document_type,
        number: fields.sender_document_number,
        issued: fields.document_issue_date,
        expires: fields.document_expiration_date,
      },
    },
    receiver: {
      name: fields.expected_receiver_name,
      firstName: fields.receiver_first_name ?? '',
      middleName: fields.receiver_middle_name,
      lastName: fields.receiver_last_name ?? '',
      birthDate: fields.receiver_birthdate,
      birthPlace: fields.receiver_birthplace,
      address: fields.receiver_current_address || fields.receiver_permanent_address || '',
      document: { type: fields.receiver_document_type, number: fields.receiver_document_number },
    },
    purpose: fields.reason_of_transaction,
    sourceOfFunds: fields.source_of_funds,
  }
}
