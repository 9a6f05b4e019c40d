/// The design and the results of the MATADOR study, from its abstract. The participants were men with obesity.
package struct MatadorFindings: Sendable, Hashable {
  /// Men who were randomised.
  package let randomised = 51
  /// Men who completed the continuous diet per protocol.
  package let completedContinuous = 19
  /// Men who completed the intermittent diet per protocol.
  package let completedIntermittent = 17
  /// Weeks of diet in both groups.
  package let dietWeeks = 16
  /// Weeks of a block.
  package let blockWeeks = 2
  /// Weeks of the intermittent group in all: 8 diet blocks and 7 blocks of energy balance.
  package let intermittentWeeks = 30
  /// Energy intake on diet days, percent of maintenance.
  package let dietPercent = 67
  /// Mean loss of weight with the continuous diet, kg.
  package let lossContinuousKg = 9.1
  /// Mean loss of weight with the intermittent diet, kg.
  package let lossIntermittentKg = 14.1
  /// Mean loss of fat with the continuous diet, kg.
  package let fatLossContinuousKg = 8.0
  /// Mean loss of fat with the intermittent diet, kg.
  package let fatLossIntermittentKg = 12.3
  /// With the continuous diet, mean fall of resting energy beyond that explained by body composition, kJ a day: the metabolic adaptation.
  package let adaptationContinuousKJ = 749
  /// The same with the intermittent diet, kJ a day.
  package let adaptationIntermittentKJ = 360

  /// The findings.
  package init() {}
}
