// Part of Strata.
// SPDX-License-Identifier: MIT

/// A province, a city or a district, as the server writes it.
struct Region: Encodable, Hashable, Sendable {
  let code: String
  let name: String
}

/// The regions by their codes (GB/T 2260): some provinces, with some of their cities and districts.
struct RegionTree: Sendable {
  private let children: [String: [Region]]

  init() {
    var children: [String: [Region]] = [:]
    for line in Self.text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      let region = Region(code: String(words[0]), name: String(words[1]))
      children[Self.parent(of: region.code), default: []].append(region)
    }
    self.children = children
  }

  /// What lies in a region, the provinces in `""`; nil if there is no such region.
  func regions(in code: String) -> [Region]? {
    if let regions = children[code] { return regions }
    return region(code) == nil ? nil : []
  }

  /// A region that lies in another, the provinces in `""`.
  func region(_ code: String, in parent: String) -> Region? {
    children[parent]?.first { $0.code == code }
  }

  private func region(_ code: String) -> Region? { region(code, in: Self.parent(of: code)) }

  /// `330102` lies in `330100`, that in `330000`, that in the country.
  private static func parent(of code: String) -> String {
    if code.hasSuffix("0000") { return "" }
    return code.hasSuffix("00") ? code.prefix(2) + "0000" : code.prefix(4) + "00"
  }
}

extension RegionTree {
  private static let text = """
    110000 Beijing
    110100 Beijing
    110101 Dongcheng
    110102 Xicheng
    110105 Chaoyang
    110106 Fengtai
    110107 Shijingshan
    110108 Haidian
    310000 Shanghai
    310100 Shanghai
    310101 Huangpu
    310104 Xuhui
    310105 Changning
    310106 Jing'an
    310107 Putuo
    310109 Hongkou
    310110 Yangpu
    310115 Pudong
    320000 Jiangsu
    320100 Nanjing
    320102 Xuanwu
    320104 Qinhuai
    320105 Jianye
    320106 Gulou
    320200 Wuxi
    320205 Xishan
    320206 Huishan
    320211 Binhu
    320213 Liangxi
    320500 Suzhou
    320505 Huqiu
    320506 Wuzhong
    320507 Xiangcheng
    320508 Gusu
    330000 Zhejiang
    330100 Hangzhou
    330102 Shangcheng
    330105 Gongshu
    330106 Xihu
    330108 Binjiang
    330109 Xiaoshan
    330110 Yuhang
    330200 Ningbo
    330203 Haishu
    330205 Jiangbei
    330206 Beilun
    330211 Zhenhai
    330212 Yinzhou
    330300 Wenzhou
    330302 Lucheng
    330303 Longwan
    330304 Ouhai
    350000 Fujian
    350100 Fuzhou
    350102 Gulou
    350103 Taijiang
    350104 Cangshan
    350200 Xiamen
    350203 Siming
    350205 Haicang
    350206 Huli
    350211 Jimei
    350500 Quanzhou
    350502 Licheng
    350503 Fengze
    350504 Luojiang
    440000 Guangdong
    440100 Guangzhou
    440103 Liwan
    440104 Yuexiu
    440105 Haizhu
    440106 Tianhe
    440300 Shenzhen
    440303 Luohu
    440304 Futian
    440305 Nanshan
    440306 Bao'an
    441900 Dongguan
    442000 Zhongshan
    510000 Sichuan
    510100 Chengdu
    510104 Jinjiang
    510105 Qingyang
    510106 Jinniu
    510107 Wuhou
    510700 Mianyang
    510703 Fucheng
    510704 Youxian
    510705 Anzhou
    """
}
