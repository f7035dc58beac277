import { getTranslations } from 'next-intl/server'
import { deviceWords } from '#components/catalog/destination-words.ts'
import { DeviceCheck } from '#components/catalog/device-check.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'

/** The device check of a side column, with the test that no list can replace. */
export async function DevicePanel({ locale, own }: { locale: Locale; own: DeviceFamily[] }) {
  const t = await getTranslations({ locale, namespace: 'shop.device' })

  return (
    <Panel>
      <h2>{t('title')}</h2>
      <DeviceCheck words={await deviceWords(locale)} own={own} isLabelHidden />
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
