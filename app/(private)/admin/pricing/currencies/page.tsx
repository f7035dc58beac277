import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { ownTitle } from '#app/(private)/own-title.ts'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { CurrencyEditor } from '#components/pricing/admin/currencies/currency-editor.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { rowNumber } from '#lib/core/rules/field-schemas.ts'
import { getCurrencies } from '#lib/pricing/queries/admin-currencies.ts'
import { staffOrSignIn } from '../../staff.ts'
import { PricingTabs } from '../pricing-tabs.tsx'

const addressSchema = z.object({ past: rowNumber.nullable().catch(null) })

export const generateMetadata = () => ownTitle('admin-pricing', (t) => t('view.currencies'))

export default async function CurrenciesPage({ searchParams }: PageProps<'/admin/pricing/currencies'>) {
  const staff = await staffOrSignIn('/admin/pricing/currencies')
  const locale = await privateLocale()
  const { past } = addressSchema.parse(await searchParams)
  const t = await getTranslations('admin-pricing')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace={['admin-pricing', 'admin-settings']}>
      <div className="a-head">
        <h1>{tAdmin('area.pricing')}</h1>
      </div>
      <PricingTabs here="currencies" />
      {can(staff, 'costs.see') ? (
        <CurrencyEditor view={await getCurrencies(staff, { locale, past })} past={past} />
      ) : (
        <p className="a-emptyline">{t('notAllowed')}</p>
      )}
    </StaffMessages>
  )
}
