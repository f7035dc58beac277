/** Whether `version` comes before `floor`; a version under trial (`1.2.0-beta.1`) comes before its release. */
export function isBelow(version, floor) {
  const [have, want] = [version, floor].map((text) => text.split('-')[0].split('.').map(Number))
  for (let at = 0; at < 3; at++) if (have[at] !== want[at]) return have[at] < want[at]

  return version.includes('-') && !floor.includes('-')
}
