/** The payer of a simulated day, and of a race. */
export const billTo = {
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  bill_to_phone: '0991234567',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
  bill_to_address_country: 'CD',
}

/** The same payer, as custom checkout names the fields. */
export const payer = {
  first_name: 'Grâce',
  last_name: 'Mukendi',
  email: 'grace@example.com',
  phone_number: '0991234567',
  address_line1: '12 avenue du Lac',
  address_city: 'Goma',
  address_country: 'CD',
}
