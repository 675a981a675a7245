/** The page of a dispute, for the links of other pages. */
export const disputePage = (id: string) => `/portal/disputes/${encodeURIComponent(id)}`
