import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pageMetadata } from '#app/(shop)/page-metadata.ts'
import { ShopPage, shopParams } from '#app/(shop)/shop-page.tsx'
import { DeviceCheck } from '#components/catalog/device-check.tsx'
import { DeviceTable } from '#components/catalog/device-table.tsx'
import { deviceLabels } from '#components/catalog/plan-labels.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { getOwnDevices } from '#lib/catalog/queries/catalog.ts'
import devices from '#lib/catalog/rules/devices.json'
import { localePath } from '#lib/core/i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

const STEPS = ['step1', 'step2', 'step3'] as const

export const generateMetadata = async ({ params }: Props) =>
  pageMetadata((await params).locale, 'help.compatibility', '/compatibility')

export default async function CompatibilityPage({ params }: Props) {
  const { locale } = await shopParams(params)
  const t = await getTranslations({ locale, namespace: 'help.compatibility' })
  const shop = await getTranslations({ locale, namespace: 'layout.footer.shop' })
  const own = await getOwnDevices()
  const marks = {
    code: (chunks: ReactNode) => (
      <bdi dir="ltr" className="num font-bold">
        {chunks}
      </bdi>
    ),
    strong: (chunks: ReactNode) => <b>{chunks}</b>,
  }

  return (
    <ShopPage title={t('title')} lead={t('lead')}>
      <div className="grid grid-cols-[1fr_1fr] items-start gap-4 small:grid-cols-1">
        <Panel>
          <h2>{t('searchTitle')}</h2>
          <DeviceCheck labels={await deviceLabels(locale)} own={own} />
        </Panel>
        <Panel>
          <h2>{t('testTitle')}</h2>
          <ol className="ladder ladder-small">
            {STEPS.map((step) => (
              <li key={step}>
                <p>{t.rich(step, marks)}</p>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <p className="actions mt-6">
        <ButtonLink tone="primary" href={localePath(locale, '/destinations')}>
          {shop('destinations')}
        </ButtonLink>
      </p>
      <section className="section">
        <DeviceTable locale={locale} families={[...own, ...devices.families]} />
      </section>
    </ShopPage>
  )
}
