// Sample bodies for a first order and a first transfer, and sandbox numbers to send to.

import { testCallbackPath } from '../webhooks/test-receiver/test-callback.ts'

/** The order of the demo merchant. */
export function demoOrder(baseUrl: string): Record<string, unknown> {
  return {
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'DEMO-1',
    callback_url: `${baseUrl}${testCallbackPath}`,
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'grace.mukendi@example.com',
    bill_to_phone: '0991234567',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
    bill_to_address_country: 'CD',
  }
}

/** The transfer of the demo merchant: 1 USD, the most a sandbox allows. */
export function demoTransfer(baseUrl: string): Record<string, unknown> {
  return {
    reference: 'DEMO-1',
    amount: 1,
    currency: 'USD',
    customer_number: '+243810000001',
    expected_receiver_name: 'Jean Mukendi',
    sender_first_name: 'Grâce',
    sender_middle_name: '',
    sender_last_name: 'Ilunga',
    sender_birthdate: '1990-04-17',
    sender_birthplace: 'Bukavu',
    sender_document_type: 'PASSPORT',
    sender_document_number: 'OP1234567',
    document_issue_date: '2024-01-15',
    document_expiration_date: '2034-01-14',
    sender_country: 'BE',
    sender_city: 'Bruxelles',
    current_address: '12 rue du Trône, 1000 Bruxelles',
    permanent_address: '12 rue du Trône, 1000 Bruxelles',
    profession: 'Infirmière',
    sender_msisdn: '+32470123456',
    receiver_middle_name: '',
    receiver_birthdate: '1985-09-02',
    receiver_birthplace: 'Goma',
    receiver_document_type: 'VOTER_CARD',
    receiver_document_number: '10203040506',
    receiver_current_address: '5 avenue du Lac, Goma',
    reason_of_transaction: 'FAMILY_SUPPORT',
    source_of_funds: 'SALARY',
    callback_url: `${baseUrl}${testCallbackPath}`,
  }
}

/** Sandbox numbers, each with its outcome and the name its wallet is registered under. */
export const numbersToTry = [
  ['+243 81 000 0001', 'succeeds (Jean Mukendi)'],
  ['+243 97 000 0002', 'is declined by the operator (Marie Ilunga)'],
  ['+243 84 000 0004', 'succeeds and is reversed three seconds later (Chantal Mwamba)'],
  ['+243 90 000 0005', 'has no wallet'],
] as const
