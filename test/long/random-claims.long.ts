import { randomClaimsSuite } from '../support/random-claims-suite.ts';

randomClaimsSuite(1000);
