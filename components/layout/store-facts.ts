/** What every page says about the shop itself. The app reads it from the settings and hands it on. */
export type StoreFacts = {
  name: string
  currency: string
  /** The seller as printed in the footer, `null` while the operator has not given it. */
  seller: string | null
  supportEmail: string | null
  /** True while the sandbox or test payments are in use; the banner cannot be switched off. */
  isTrial: boolean
}
