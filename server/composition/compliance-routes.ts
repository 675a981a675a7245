// The routes of compliance, by their priority: rules of limits, cases, and reports.

const compliance = '/api/v1/admin/compliance'

export const complianceRoutes = {
  rest: [
    ...['', '/versions'].map((part) => `GET ${compliance}/rules${part}`),
    `POST ${compliance}/rules/dry-run`,
    ...['cases', 'register', 'statistics'].map((name) => `GET ${compliance}/${name}`),
    ...['retention', 'retention/runs'].map((name) => `GET ${compliance}/${name}`),
    ...['travel-rule', 'travel-rule/:transaction_id'].map((name) => `GET ${compliance}/${name}`),
    `POST ${compliance}/cases`,
    `GET ${compliance}/cases/:case_id`,
    `GET ${compliance}/cases/:case_id/papers/:paper_id`,
    ...['', '.pdf'].map((part) => `GET ${compliance}/cases/:case_id/declaration${part}`),
    `PUT ${compliance}/cases/:case_id/declaration`,
    `POST ${compliance}/cases/:case_id/declaration/steps`,
    ...['confirm', 'notes', 'papers', 'propose', 'return'].map(
      (act) => `POST ${compliance}/cases/:case_id/${act}`,
    ),
  ],
}
