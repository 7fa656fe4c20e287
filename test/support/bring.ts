import { bringCaddy } from './caddy.js'
import { bringPackage } from '#harness/debian-package'
import { bringGo } from './go.js'
import { bringKubectl } from './kubectl.js'
import { bringPdfTools } from './pdf.js'
import { bringPromtool } from './promtool.js'
import { bringSwift } from './swift.js'
import { bringTesseract } from './tesseract.js'

// Brings the program that is named: `node bring.js nats-server`.
const [, , program = ''] = process.argv
if (program === 'caddy') bringCaddy()
else if (program === 'swift') bringSwift()
else if (program === 'go') bringGo()
else if (program === 'pdf-tools') bringPdfTools()
else if (program === 'kubectl') bringKubectl()
else if (program === 'promtool') bringPromtool()
else if (program === 'tesseract') bringTesseract()
else bringPackage(program)
