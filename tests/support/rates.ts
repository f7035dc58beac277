/** The form in which the European Central Bank publishes the rates of a day. */
export function ecb(rates: Record<string, string>, day: string): string {
  const cubes = Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)

  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube><Cube time='${day}'>${cubes.join('\n')}</Cube></Cube>
</gesmes:Envelope>`
}
