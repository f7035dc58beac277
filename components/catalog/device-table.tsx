import { getTranslations } from 'next-intl/server'
import { DeviceCheck } from '#components/catalog/device-check.tsx'
import { deviceLabels } from '#components/catalog/plan-labels.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'

/** The whole list, each row with its date, folded: readable without scripts and by search engines. */
export async function DeviceTable({ locale, families }: { locale: Locale; families: DeviceFamily[] }) {
  const t = await getTranslations({ locale, namespace: 'help.compatibility' })
  const device = await getTranslations({ locale, namespace: 'shop.device' })
  const regions = device.raw('regionNames') as Record<string, string>
  const format = new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'medium', timeZone: 'UTC' })
  const day = (date: string) => format.format(new Date(`${date}T00:00:00Z`))
  const latest =
    families
      .map(({ checkedOn }) => checkedOn)
      .sort()
      .at(-1) ?? ''
  const count = families.length

  return (
    <details className="list device-list group">
      <summary className="flex min-h-16 cursor-pointer items-center justify-between gap-4 px-5 py-3">
        <span>
          <h2 className="text-(length:--s2)">{t('listTitle')}</h2>
          <span className="small soft">
            {latest ? t('listText', { count, n: String(count), date: day(latest) }) : null}
          </span>
        </span>
        <Icon name="down" className="group-open:rotate-180" />
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('family')}</th>
            <th scope="col">{t('answer')}</th>
            <th scope="col">{t('except')}</th>
            <th scope="col">{t('checked')}</th>
          </tr>
        </thead>
        <tbody>
          {families.map((family) => (
            <tr key={`${family.brand} ${family.family}`}>
              <th scope="row">
                <bdi>
                  {family.brand} {family.family}
                </bdi>
                <small>
                  <bdi>{family.models.join(', ')}</bdi>
                </small>
              </th>
              <td data-label={t('answer')}>{family.supports ? t('yes') : t('no')}</td>
              <td data-label={t('except')}>
                {family.except.map((region) => regions[region] ?? region).join('; ') || '–'}
              </td>
              <td className="num" data-label={t('checked')}>
                {day(family.checkedOn)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The device check of a side column, with the test that no list can replace. */
export async function DevicePanel({ locale, own }: { locale: Locale; own: DeviceFamily[] }) {
  const t = await getTranslations({ locale, namespace: 'shop.device' })

  return (
    <Panel>
      <h2>{t('title')}</h2>
      <DeviceCheck labels={await deviceLabels(locale)} own={own} isLabelHidden />
      <p className="small soft mt-3">
        {t.rich('eid', {
          code: (text) => (
            <bdi dir="ltr" className="num">
              {text}
            </bdi>
          ),
        })}
      </p>
      <a className="link small" href={localePath(locale, '/compatibility')}>
        {t('more')}
      </a>
    </Panel>
  )
}
