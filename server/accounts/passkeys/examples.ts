// Examples of what browsers return, for the API document.
const id = 'kQ3vY7m1Zb0nT5xW8cR2uA'
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

export const exampleAssertion = {
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4', signature: 'MEUCIQDx8Zt0' },
}
export const exampleAttestation = {
  ...exampleAssertion,
  response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10', transports: ['internal'] },
}
