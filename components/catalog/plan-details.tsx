import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { deviceWords, knownPhoneWords } from '#components/catalog/destination-words.ts'
import { KnownPhone } from '#components/catalog/known-phone.tsx'
import { formatAmount } from '#components/catalog/listed-plan.ts'
import { PhoneCheckbox } from '#components/catalog/phone-checkbox.tsx'
import { ThisPhone } from '#components/catalog/this-phone.tsx'
import { pricePerGb } from '#components/catalog/to-listed-plan.ts'
import { Unknowns } from '#components/catalog/unknowns.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** What the phone must be able to do, with the test that takes ten seconds. */
export async function PhoneQuestion({ locale, own }: { locale: Locale; own: DeviceFamily[] }) {
  const t = await getTranslations({ locale, namespace: 'plan.phone' })
  const device = await getTranslations({ locale, namespace: 'shop.device' })
  const marks = {
    strong: (words: ReactNode) => <b className="text-ink">{words}</b>,
    code: (words: ReactNode) => (
      <bdi dir="ltr" className="num font-bold text-ink">
        {words}
      </bdi>
    ),
  }

  return (
    <section className="question">
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <div className="halves">
        <Panel as="div">
          <h3 lang="en">iPhone</h3>
          <p className="soft">{t.rich('iphone', marks)}</p>
        </Panel>
        <Panel as="div">
          <h3 lang="en">Android</h3>
          <p className="soft">{t.rich('android', marks)}</p>
        </Panel>
      </div>
      <KnownPhone words={await knownPhoneWords(locale)} />
      <ThisPhone
        words={await deviceWords(locale)}
        own={own}
        label={device('own')}
        unknown={device.rich('ownUnknown', {
          a: (words) => (
            <a className="text-link" href={localePath(locale, '/compatibility')}>
              {words}
            </a>
          ),
        })}
      />
      <PhoneCheckbox label={t('tick')} />
    </section>
  )
}

/** The plan's own answers, its words as the network wrote them, and what nobody has stated. */
export async function PlanDetails({ locale, plan }: { locale: Locale; plan: ShopPlan }) {
  const t = await getTranslations({ locale, namespace: 'plan.says' })
  const unknown = await getTranslations({ locale, namespace: 'shop.unknown' })
  const cancel = await getTranslations({ locale, namespace: 'cancel' })
  const { answer, days } = planCancellation(plan)
  const perGb = pricePerGb(plan)
  const amount = formatAmount(plan.amount, locale)
  const isDaily = plan.term.kind === 'day_pass'
  const facts = [
    [t('clock'), t(clockKey(plan))],
    [t('topUp'), t(plan.canTopUp ? 'topUpYes' : 'topUpNo')],
    [cancel('heading'), cancel(`short.${answer}`, { days })],
    [t('number'), t('numberText')],
    [t('apn'), t(mentions(plan, /\bAPN\b/i) ? 'apnWritten' : 'apnText')],
    isDaily
      ? [t('perDay'), formatMoney(plan.price, moneyTag(locale))]
      : perGb
        ? [t('perGb'), formatMoney(perGb, moneyTag(locale))]
        : null,
  ].filter((fact) => fact !== null)

  return (
    <>
      <section className="question">
        <h2>{t('title')}</h2>
        <dl className="facts gap-x-8 gap-y-5">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="cap">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {plan.words.length > 0 ? (
          <figure className="notice block">
            <figcaption className="soft small">{t('words')}</figcaption>
            <blockquote lang="en" dir="auto" className="mt-1">
              {plan.words.map((item) => (
                <p key={item}>{item}</p>
              ))}
            </blockquote>
          </figure>
        ) : null}
      </section>
      <section className="question">
        <h2>{unknown('title')}</h2>
        <Unknowns
          items={[
            ...(mentions(plan, /hotspot|tethering/i)
              ? []
              : [{ name: unknown('hotspot'), text: unknown('hotspotText') }]),
            ...(isDaily && !mentions(plan, /\d\s*[km]bps/i)
              ? [{ name: unknown('speedAfter', { amount }), text: unknown('speedAfterText') }]
              : []),
            { name: unknown('speed'), text: unknown('speedText') },
            ...(isDaily ? [] : [{ name: unknown('day'), text: unknown('dayText') }]),
          ]}
        />
      </section>
    </>
  )
}

function clockKey(plan: ShopPlan): 'clockPicked' | 'clockAtOnce' | 'clockUnknown' {
  if (plan.needsStartDate) return 'clockPicked'

  return plan.startsAtOnce === true ? 'clockAtOnce' : 'clockUnknown'
}

/** The words are shown as they stand; this only keeps us from calling unstated what they state. */
function mentions(plan: ShopPlan, subject: RegExp): boolean {
  return plan.words.some((item) => subject.test(item))
}

type GonePlanProps = {
  locale: Locale
  destination: { slug: string; name: string }
  /** The plan there that is most like it, with its name; `null` where nothing is on sale. */
  nearest: { plan: ShopPlan; name: string } | null
}

/** Where an old link to a plan leads: to the plan most like it, and to all plans of the same place. */
export async function GonePlan({ locale, destination, nearest }: GonePlanProps) {
  const t = await getTranslations({ locale, namespace: 'plan.gone' })
  const howMany = await getTranslations({ locale, namespace: 'plan.howMany' })

  const priceText = ({ price, term }: ShopPlan) => {
    const text = formatMoney(price, moneyTag(locale))

    return term.kind === 'day_pass' ? howMany('aDay', { price: text }) : text
  }

  return (
    <div className="narrow stack py-16">
      <h1 className="text-(length:--s5)">{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      {nearest ? (
        <p>
          {t.rich('nearest', {
            plan: () => (
              <a className="text-link" href={localePath(locale, `/plans/${nearest.plan.id}`)}>
                <bdi>{nearest.name}</bdi>, <bdi>{priceText(nearest.plan)}</bdi>
              </a>
            ),
          })}
        </p>
      ) : null}
      <p>
        <ButtonLink tone="primary" href={localePath(locale, `/destinations/${destination.slug}`)}>
          {t('action', { name: destination.name })}
        </ButtonLink>
      </p>
    </div>
  )
}
