import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { Fold } from '#components/ui/fold.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag, waitText } from '#lib/core/i18n/formats.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'
import type { StoreProof } from '#lib/settings/rules/store-status.ts'

/** Drawn behind the search, as on the mark: the sun at the horizon and the rings of a signal. */
export function Hero() {
  return (
    <svg className="sunrise" viewBox="0 0 740 380" aria-hidden="true">
      <path d="M250 380a120 120 0 0 1 240 0M192 380a178 178 0 0 1 356 0M126 380a244 244 0 0 1 488 0" />
      <path d="M52 380a318 318 0 0 1 636 0" opacity=".7" />
      <path className="sun" d="M296 380a74 74 0 0 1 148 0z" />
      <circle className="sun" cx="215.8" cy="291" r="5.5" />
      <circle className="dot" cx="484.6" cy="164.6" r="4" />
      <circle className="dot" cx="585.4" cy="265.4" r="4" />
      <circle className="dot" cx="141.3" cy="159.1" r="4" />
    </svg>
  )
}

const STEPS = ['choose', 'install', 'land'] as const
const QUESTIONS = ['what', 'phone', 'number', 'when', 'cancel'] as const

/** Why to buy here, in a few words each. What is measured stands here once enough was. */
export async function Reasons({ locale, proof }: { locale: Locale; proof: StoreProof }) {
  const t = await getTranslations({ locale, namespace: 'shop.home.reasons' })
  const { deliveryMs, answerMs } = proof
  const time = (ms: number) => waitText(ms, intlTag(locale))
  const reasons: [IconName, string][] = [
    ['clock', deliveryMs === null ? t('delivery') : t('delivered', { time: time(deliveryMs) })],
    ['back', t('cancellation')],
    ['payment', t('price')],
  ]
  if (answerMs !== null) reasons.push(['mail', t('answered', { time: time(answerMs) })])

  return (
    <ul className="reasons">
      {reasons.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** How it works, in three lines. */
export async function Steps({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'shop.home' })

  return (
    <section className="mt-18">
      <h2 className="mb-8 text-(length:--s5)">{t('stepsTitle')}</h2>
      <ol className="steps">
        {STEPS.map((step) => (
          <li key={step}>
            <h3>{t(`steps.${step}.title`)}</h3>
            <p>{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns the questions of the front page with their answers as plain text. */
export async function homeQuestions(locale: Locale): Promise<{ question: string; text: string }[]> {
  const t = await getTranslations({ locale, namespace: 'shop.home.ask' })

  return QUESTIONS.map((name) => ({ question: t(name), text: t.markup(`${name}Text`, { a: (chunks) => chunks }) }))
}

/** What buyers ask before they know what an eSIM is. */
export async function Questions({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'shop.home.ask' })
  const a = (chunks: ReactNode) => (
    <a className="text-link" href={localePath(locale, '/compatibility')}>
      {chunks}
    </a>
  )

  return (
    <section className="mt-18">
      <h2 className="mb-4 text-(length:--s5)">{t('title')}</h2>
      {QUESTIONS.map((question) => (
        <Fold key={question} title={t(question)}>
          {t.rich(`${question}Text`, { a })}
        </Fold>
      ))}
    </section>
  )
}

/** What a shop says before the first reading of the catalogue. */
export async function EmptyShop({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'shop.home' })

  return (
    <Panel className="stack">
      <h2>{t('emptyTitle')}</h2>
      <p className="soft">{t('emptyText')}</p>
      <p>
        <ButtonLink size="small" href={privatePath(locale, '/sign-in')}>
          {t('emptyStaff')}
        </ButtonLink>
      </p>
    </Panel>
  )
}
