declare const authenticated: unique symbol

/**
 * The id of the company on whose behalf a request is made. Every query over more than one company's data takes it
 * first, so that a forgotten filter does not compile.
 */
export type CompanyId = string & { readonly [authenticated]: true }

/** Vouches that the caller acts for this company. Called by authentication code and by the operator's CLI only. */
export function actingFor(companyId: string): CompanyId {
  return companyId as CompanyId
}
