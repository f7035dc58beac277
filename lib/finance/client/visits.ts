import type { VisitOrigin } from '#lib/core/rules/field-schemas.ts'
import { campaignName, referrerHost } from '#lib/core/rules/visit-origin.ts'
import type { Visit, VisitStep } from '#lib/finance/rules/visits.ts'

/** What the tab remembers of its visit: where it came from, and which steps were told. Gone with the tab, and no id. */
type Kept = VisitOrigin & { steps: VisitStep[] }

const STORE = 'visit'

/** Tells the shop of a step, once in a visit, when the page is seen. Returns how to stop waiting for that. */
export function tellStep(step: VisitStep, currency: string): () => void {
  const tell = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', tell)
    const { steps, ...origin } = recall()
    if (steps.includes(step) || !remember({ ...origin, steps: [...steps, step] })) return
    const visit: Visit = { step, locale: document.documentElement.lang, currency, ...origin }
    navigator.sendBeacon('/api/visits', new Blob([JSON.stringify(visit)], { type: 'application/json' }))
  }
  document.addEventListener('visibilitychange', tell)
  tell()

  return () => document.removeEventListener('visibilitychange', tell)
}

/** Where this visit came from, `null` where none of its steps was told. */
export function countedOrigin(): VisitOrigin | null {
  const { steps, ...origin } = recall()

  return steps.length === 0 ? null : origin
}

function recall(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '') as Kept
  } catch {
    // The address that the document was loaded from: a step within it drops the campaign.
    const landed = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).searchParams

    return {
      steps: [],
      referrer: referrerHost(document.referrer, location.hostname),
      source: campaignName(landed.get('utm_source')),
      campaign: campaignName(landed.get('utm_campaign')),
    }
  }
}

/** A browser that keeps nothing is not counted: it would count with each page. */
function remember(kept: Kept): boolean {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(kept))

    return true
  } catch {
    return false
  }
}
