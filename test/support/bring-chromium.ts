import { bringPackage } from './debian-package.js'

bringPackage('chromium')
