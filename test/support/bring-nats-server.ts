import { bringPackage } from './debian-package.js'

bringPackage('nats-server')
