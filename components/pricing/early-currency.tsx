import { EARLY_CURRENCY, EARLY_CURRENCY_SHEET } from '#lib/pricing/rules/early-currency.ts'

/** Keeps prices from being seen in the store's currency first by those who chose another one. */
export function EarlyCurrency() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant. */}
      <style dangerouslySetInnerHTML={{ __html: EARLY_CURRENCY_SHEET }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant. */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_CURRENCY }} />
    </>
  )
}
